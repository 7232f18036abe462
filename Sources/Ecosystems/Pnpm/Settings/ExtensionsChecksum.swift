import Crypto
import JSON

/// `packageExtensionsChecksum`: the hash of the configured object by the package object-hash 3.
///
/// Keys and elements are sorted. pnpm 8 and 9 hash the sorted JSON. The text that is hashed later:
///
///     object:1:string:3:a@1:object:0:,
enum ExtensionsChecksum {
  /// Returns the checksum for a version of pnpm.
  static func of(_ extensions: Object, _ version: PnpmVersion) -> String {
    if version.major < 10 {
      let text = Value.object(extensions).sortedDeeply.text(.compact)
      return Digest(.md5, of: text).hexadecimal
    }
    let text = text(.object(extensions))
    return "sha256-" + Base64.encode(Digest(.sha256, of: text).bytes)
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null: "Null"
    case .bool(let flag): "bool:\(flag)"
    case .number(let number): "number:\(number)"
    case .string(let text): Self.text(text)
    case .array(let list):
      "array:\(list.count):"
        + (list.count < 2
          ? list.map { Self.text($0) }.joined()
          : sorted(list))
    case .object(let object):
      "object:\(object.count):"
        + object.members.sorted { $0.key.precedesLexically($1.key) }
        .map { "\(Self.text($0.key)):\(Self.text($0.value))," }.joined()
    }
  }

  private static func sorted(_ list: [Value]) -> String {
    let texts = list.map { Self.text($0) }.sorted { $0.precedesLexically($1) }
    return "array:\(list.count):" + texts.map { Self.text($0) }.joined()
  }

  private static func text(_ text: String) -> String { "string:\(text.utf16.count):\(text)" }
}

extension Value {
  /// The value with the keys of all objects sorted.
  fileprivate var sortedDeeply: Value {
    switch self {
    case .object(let object):
      .object(
        Object(
          object.members.sorted { $0.key.precedesAsKey($1.key) }
            .map { ($0.key, $0.value.sortedDeeply) }))
    case .array(let list): .array(list.map(\.sortedDeeply))
    default: self
    }
  }
}
