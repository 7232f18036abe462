/// One line of the log, before anybody has decided how it looks.
package struct Entry: Hashable, Sendable {
  /// Milliseconds since 1970.
  package var time: Int64
  package var level: Level
  package var message: String
  /// Ordered, so that lines read alike: `run`, `repository`, then what the message adds.
  package var fields: [Field]

  /// A name and its value.
  package struct Field: Hashable, Sendable {
    package var name: String
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
