import socket
import urllib.request


def solution(input_data):
    for attempt in (
        lambda: socket.getaddrinfo("localhost", 80) and socket.create_connection(("localhost", 22), 0.2),
        lambda: urllib.request.urlopen("http://127.0.0.1:1/", timeout=0.2),
        lambda: socket.create_connection(("::1", 80), 0.2),
    ):
        try:
            attempt()
            return "reached"
        except OSError as error:
            if "refused" in str(error):
                return "there is a network"
    return "held"
