/// The arguments of socket calls that differ between systems.
package enum Socket {
  #if canImport(Darwin)
    /// The kind of a socket for a stream of bytes.
    ///
    /// Darwin has no flag for closing it in other programs, so set `FD_CLOEXEC` after creation.
    package static let stream = SOCK_STREAM
    /// The kind of a socket for datagrams.
    package static let datagram = SOCK_DGRAM
    /// Added to a kind to close the descriptor when another program starts; Darwin lacks it.
    package static let closeOnExec: Int32 = 0
    /// Sends without raising SIGPIPE for a closed connection.
    package static let noSignal: Int32 = 0x80000
  #else
    /// The kind of a socket for a stream of bytes.
    package static let stream = Int32(bitPattern: SOCK_STREAM.rawValue)
    /// The kind of a socket for datagrams.
    package static let datagram = Int32(bitPattern: SOCK_DGRAM.rawValue)
    /// Added to a kind: the descriptor is closed when another program starts (socket(2)).
    package static let closeOnExec = Int32(bitPattern: SOCK_CLOEXEC.rawValue)
    /// Sends without raising SIGPIPE for a closed connection (send(2)).
    package static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
