private import FoundationEssentials

extension Value {
  /// Converts a property: `Storable` and raw values as they are, everything else to JSON.
  ///
  /// Equal values have equal texts, so that SQL can compare them.
  package init(encoding value: some Encodable) throws {
    if let storable = value as? any Storable {
      self = storable.databaseValue
    } else if let raw = (value as? any RawRepresentable)?.rawValue as? any Storable {
      self = raw.databaseValue
    } else if let list = value as? any Collection, list.isEmpty {
      // Most lists are empty, and an encoder is slow to create.
      self = .text(list is any EmptyDictionary ? "{}" : "[]")
    } else {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      self = .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
  }

  /// Converts what `init(encoding:)` created; nil if the type or the text does not match.
  func decoded<Property: Decodable>(as type: Property.Type) -> Property? {
    if let storable = type as? any Storable.Type {
      return storable.init(databaseValue: self) as? Property
    }
    if let raw = type as? any RawRepresentable.Type {
      return raw.stored(self) as? Property
    }
    guard case .text(let text) = self else { return nil }
    // Most lists are empty, and a decoder is slow to create.
    if text == "[]" || text == "{}", let list = type as? any EmptyCollection.Type {
      return list.init(emptyText: text) as? Property
    }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension RawRepresentable {
  /// Converts a stored raw value; nil if it is unknown.
  fileprivate static func stored(_ value: Value) -> Self? {
    guard let type = RawValue.self as? any Storable.Type,
      let raw = type.init(databaseValue: value) as? RawValue
    else { return nil }
    return Self(rawValue: raw)
  }
}

/// Distinguishes dictionaries from lists: an empty one is `{}` in JSON.
private protocol EmptyDictionary {}

extension Dictionary: EmptyDictionary {}

/// A list or a dictionary without elements.
private protocol EmptyCollection {
  /// Nil if it has another text.
  init?(emptyText: String)
}

extension Array: EmptyCollection {
  fileprivate init?(emptyText: String) {
    guard emptyText == "[]" else { return nil }
    self = []
  }
}

extension Dictionary: EmptyCollection {
  fileprivate init?(emptyText: String) {
    // A key that isn't a text makes JSON a list.
    guard emptyText == "{}" || Key.self != String.self else { return nil }
    self = [:]
  }
}
