import mmap
import os


def solution(input_data):
    fd = os.open("short", os.O_RDWR | os.O_CREAT)
    os.ftruncate(fd, 8192)
    area = mmap.mmap(fd, 8192)
    os.ftruncate(fd, 0)
    return area[5000]
