import socket


def solution(input_data):
    opened = []
    for family in range(1, 46):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind).close()
                opened.append((family, int(kind)))
            except OSError:
                pass
    try:
        socket.socketpair(type=socket.SOCK_DGRAM)
        opened.append("pair")
    except OSError:
        pass
    return f"opened {opened}" if opened else "held"
