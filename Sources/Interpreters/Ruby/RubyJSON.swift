import JSON
import Text

/// Parses JSON as Ruby's library does.
enum RubyJSON {
  /// Returns nil for text that isn't JSON, and for numbers that Ruby could print differently.
  static func value(of text: SourceText, _ key: (String) -> RubyValue) -> RubyValue? {
    var options = Document.Options.strict
    options.duplicateKeys = .lastCounts
    options.maximumDepth = 64
    do throws(SyntaxError) {
      return value(of: try Document(text, options: options).root, key)
    } catch {
      return nil
    }
  }

  private static func value(of node: Node, _ key: (String) -> RubyValue) -> RubyValue? {
    switch node.kind {
    case .null: return .nil
    case .bool: return node.bool.map { .bool($0) }
    case .string: return node.string.map { .text($0) }
    case .number:
      if let number = node.int { return .integer(number) }
      return node.double.flatMap { "\($0)" == node.text ? .float($0) : nil }
    case .array:
      var list: [RubyValue] = []
      for element in node.elements {
        guard let value = value(of: element, key) else { return nil }
        list.append(value)
      }
      return .list(list)
    case .object:
      var pairs: [RubyPair] = []
      for member in node.writtenMembers {
        guard let value = value(of: member.value, key) else { return nil }
        pairs.append(RubyPair(key: key(member.key), value: value))
      }
      return .table(pairs)
    }
  }
}
