/// The fixed part of an entry of a tar archive.
struct TarballHeader {
  var path: String
  var mode: Int
  var size: Int
  var type: UInt8
  var link: String

  /// Whether the content is a header for other entries.
  var isExtension: Bool { "LKxg".utf8.contains(type) }

  /// Parses a block of 512 bytes; nil if its checksum is wrong.
  init?(_ block: [UInt8]) {
    let field = { (from: Int, count: Int) in block[from..<from + count] }
    guard let mode = Self.number(field(100, 8)), let size = Self.number(field(124, 12)) else {
      return nil
    }
    let sum = block.enumerated().reduce(0) { sum, item in
      sum + (148..<156 ~= item.offset ? 32 : Int(item.element))
    }
    guard Self.number(field(148, 8)) == sum else { return nil }
    self.mode = mode
    self.size = size
    type = block[156]
    link = Self.text(field(157, 100))
    let prefix = Self.text(field(345, 155))
    let isPOSIX = field(257, 6).elementsEqual("ustar\0".utf8)
    let name = Self.text(field(0, 100))
    path = isPOSIX && !prefix.isEmpty ? prefix + "/" + name : name
  }

  /// Returns the text before the first zero byte.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits, or GNU's binary form.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first == 0x80 {
      return field.dropFirst().suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    let text = String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      .filter { $0 != " " }
    return text.isEmpty ? 0 : Int(text, radix: 8)
  }
}
