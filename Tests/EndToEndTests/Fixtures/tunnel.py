"""A company's network on loopback: TLS in front of a plain server, and a proxy that only tunnels.

    tunnel.py FOLDER PORT

FOLDER has server.pem, server.key and ca.pem. The TLS server leads to PORT; the proxy knows it by the
name lab.example.test, which nothing else resolves. It prints "TLS <port> PROXY <port>", then a line for
each request to the proxy and for each client certificate.
"""
import socket
import ssl
import sys
import threading

folder, target = sys.argv[1], int(sys.argv[2])


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for side in (source, sink):
        try:
            side.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def join(one, other):
    threading.Thread(target=pump, args=(one, other), daemon=True).start()
    pump(other, one)


def listen(handle):
    server = socket.create_server(("127.0.0.1", 0))

    def loop():
        while True:
            client, _ = server.accept()
            threading.Thread(target=handle, args=(client,), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return server.getsockname()[1]


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")
context.load_verify_locations(f"{folder}/ca.pem")
context.verify_mode = ssl.CERT_OPTIONAL


def secure(client):
    try:
        client = context.wrap_socket(client, server_side=True)
    except OSError:
        return
    if certificate := client.getpeercert():
        names = dict(pair[0] for pair in certificate["subject"])
        print("certificate", names["commonName"], flush=True)
    join(client, socket.create_connection(("127.0.0.1", target)))


def tunnel(client):
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(65536)
        if not data:
            return
        head += data
    method, goal, _ = head.split(b"\r\n")[0].decode().split()
    print("proxy", method, goal, flush=True)
    host, _, port = goal.rpartition(":")
    if method != "CONNECT" or host != "lab.example.test":
        client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        return client.close()
    server = socket.create_connection(("127.0.0.1", int(port)))
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    join(client, server)


print("TLS", listen(secure), "PROXY", listen(tunnel), flush=True)
threading.Event().wait()
