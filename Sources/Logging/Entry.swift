package import Time

/// A log entry before formatting.
package struct Entry: Hashable, Sendable {
  /// When the entry was written.
  package var time: Timestamp
  /// The level, written as its raw value: `warning`.
  package var level: Level
  /// The message.
  ///
  /// In the text format, a message with control characters is quoted.
  package var message: String
  /// The fields, in order: `run`, `repository`, then those of the message.
  package var fields: [Field]

  /// A named value.
  package struct Field: Hashable, Sendable {
    /// The name, a word that needs no quoting: the text format has `name=value`, JSON has a key.
    package var name: String
    /// The value.
    ///
    /// It can be untrusted: `Format` quotes it and masks secrets.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates an entry.
  package init(time: Timestamp, level: Level, message: String, fields: [Field] = []) {
    self.time = time
    self.level = level
    self.message = message
    self.fields = fields
  }
}
