/// The layout of a lock: npm uses that of `package.json`, not that of the old lock.
struct LockFormat: Hashable {
  var indent = "  "
  var newline = "\n"

  /// Reads the white space after the manifest's first brace, like json-parse-even-better-errors 3.0.2.
  ///
  /// Without a line break there it is two spaces.
  init(manifest: [UInt8]) {
    var bytes = manifest[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes = bytes.drop { $0.isJavaScriptSpace }
    guard let brace = bytes.popFirst(), brace == UInt8(ascii: "{") else { return }
    let breaks = bytes.prefix { $0 == 0x0A || $0 == 0x0D }
    let end = Self.lineBreaks(breaks)
    if end == breaks.startIndex { return }
    newline = String(decoding: breaks[..<end], as: UTF8.self)
    let space = bytes[end...].prefix { $0.isJavaScriptSpace }
    let rest = bytes[space.endIndex...]
    if rest.first == UInt8(ascii: "}"), breaks.endIndex == end, space.isEmpty { return }
    let unit = String(decoding: space, as: UTF8.self)
    if !unit.isEmpty { indent = String(unit.unicodeScalars.prefix(10)) }
  }

  /// Returns the end of a sequence of `\n` and `\r\n`.
  private static func lineBreaks(_ bytes: ArraySlice<UInt8>) -> Int {
    var end = bytes.startIndex
    while end < bytes.endIndex {
      if bytes[end] == 0x0A {
        end += 1
      } else if end + 1 < bytes.endIndex, bytes[end + 1] == 0x0A {
        end += 2
      } else {
        break
      }
    }
    return end
  }
}

extension UInt8 {
  fileprivate var isJavaScriptSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
