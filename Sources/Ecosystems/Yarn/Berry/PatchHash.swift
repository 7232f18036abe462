import Crypto
import Text

extension [PatchEffect] {
  /// The hash of a patch in a locator: `makePatchHash` of `@yarnpkg/plugin-patch` since Yarn 3.3.
  ///
  /// It is the beginning of the SHA-512 of a format number and of the changes in JSON.
  var hash: String {
    var text: [UInt8] = []
    text += "3"
    for effect in self { effect.write(to: &text) }
    return String(Digest(.sha512, of: text).hexadecimal.prefix(6))
  }
}

extension PatchEffect {
  /// Writes what `JSON.stringify` returns for Yarn's description of the change.
  fileprivate func write(to text: inout [UInt8]) {
    switch kind {
    case .change(let hunks):
      text += #"{"type":"patch","path":"#
      text.add(string: path.utf8)
      text += #","hunks":["#
      for (number, hunk) in hunks.enumerated() {
        if number > 0 { text += "," }
        hunk.write(to: &text)
      }
      text += #"],"beforeHash":"#
      text.add(index?.before)
      text += #","afterHash":"#
      text.add(index?.after)
    case .creation(let hunk, let isExecutable):
      text += #"{"type":"file creation","hunk":"#
      hunk.write(to: &text)
      text += #","path":"#
      text.add(string: path.utf8)
      text += #","mode":\#(isExecutable ? 0o755 : 0o644),"hash":"#
      text.add(index?.after)
    }
    text += "}"
  }
}

extension PatchHunk {
  fileprivate func write(to text: inout [UInt8]) {
    text += #"{"header":{"original":"#
    original.write(to: &text)
    text += #","patched":"#
    patched.write(to: &text)
    text += #"},"parts":["#
    for (number, part) in parts.enumerated() {
      if number > 0 { text += "," }
      text += #"{"type":"\#(part.mark.rawValue)","lines":["#
      for (number, line) in part.lines.enumerated() {
        if number > 0 { text += "," }
        text.add(string: line)
      }
      text += #"],"noNewlineAtEndOfFile":\#(part.endsWithoutBreak)}"#
    }
    text += "]}"
  }
}

extension PatchHunk.Extent {
  fileprivate func write(to text: inout [UInt8]) {
    text += #"{"start":\#(start),"length":\#(length)}"#
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ text: String?) {
    if let text { add(string: text.utf8) } else { self += "null" }
  }

  /// Appends a string of JSON with the escapes of `JSON.stringify`.
  fileprivate mutating func add(string bytes: some Sequence<UInt8>) {
    append(UInt8(ascii: "\""))
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0x08: self += "\\b"
      case 0x09: self += "\\t"
      case 0x0A: self += "\\n"
      case 0x0C: self += "\\f"
      case 0x0D: self += "\\r"
      case ..<0x20: self += "\\u00" + [byte].hexadecimal
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
