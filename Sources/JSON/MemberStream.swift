/// The members of a large object, whose values are created one after the other while they are written.
///
/// Only one of the values is in memory at a time.
package struct MemberStream {
  let keys: [String]
  let value: (Int) -> Value

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - keys: the distinct keys in order.
  ///   - value: returns the value of the key at an index; called once for each, in the order of the result.
  package init(keys: [String], value: @escaping (Int) -> Value) {
    self.keys = keys
    self.value = value
  }
}

extension Object {
  /// Formats the object in a style, with a stream as the value of a member.
  ///
  /// - Parameters:
  ///   - style: the formatting.
  ///   - size: the approximate number of bytes, to reserve memory in advance.
  ///   - key: the member that is replaced.
  ///   - stream: its members.
  /// - Returns: the text, without a newline at its end.
  package func bytes(
    _ style: Style, about size: Int, replacing key: String, by stream: MemberStream
  ) -> [UInt8] {
    var writer = Writer(style: style)
    writer.result.reserveCapacity(size)
    writer.write(self, replacing: key, by: stream)
    return writer.result
  }
}

extension Writer {
  fileprivate mutating func write(
    _ object: Object, replacing key: String, by stream: MemberStream
  ) {
    writeMembers(inOrder(object.members)) { writer, member in
      if member.key == key { writer.write(stream) } else { writer.write(member.value) }
    }
  }

  private mutating func write(_ stream: MemberStream) {
    let members = stream.keys.enumerated().map { index, key in
      Object.Entry(key: key, value: .int(index))
    }
    writeMembers(inOrder(members)) { writer, member in
      writer.write(stream.value(member.value.int ?? 0))
    }
  }
}
