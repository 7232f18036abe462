private import Libc

/// Writes all bytes to a file descriptor.
///
/// - Returns: false if the system does not accept all bytes; `errno` has the reason.
package func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
