/// One line of the log, before anybody has decided how it looks.
package struct Entry: Hashable, Sendable {
  /// Milliseconds since 1970.
  package var time: Int64
  /// Written as its raw value: `warning`.
  package var level: Level
  /// For a person; one with a control character in it is quoted whole when it is written as text.
  package var message: String
  /// Ordered, so that lines read alike: `run`, `repository`, then what the message adds.
  package var fields: [Field]

  /// A name and its value.
  package struct Field: Hashable, Sendable {
    /// A word that is safe to write bare: the text form has `name=value`, JSON a key.
    package var name: String
    /// Any text, a stranger's too: `Format` quotes and masks it.
    package var value: String

    /// Pairs a name with its value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Describes a line.
  package init(time: Int64, level: Level, message: String, fields: [Field] = []) {
    self.time = time
    self.level = level
    self.message = message
    self.fields = fields
  }
}
