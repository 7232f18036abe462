import Glibc

/// Writes bytes to a descriptor until none is left.
///
/// - Returns: false where the system takes no more; `errno` says why.
func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
