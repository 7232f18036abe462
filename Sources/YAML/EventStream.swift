import CYAML

/// Owns a libyaml parser.
///
/// The bytes must outlive it.
struct EventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      throw Failure(reason: .unreadable("out of memory"), offset: .byte(0))
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  mutating func next() throws(Failure) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    return Event(event)
  }

  private func failure() -> Failure {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not YAML"
    if parser.pointee.error == YAML_READER_ERROR {
      return Failure(
        reason: .unreadable(problem), offset: .read(parser.pointee.problem_offset))
    }
    let context = parser.pointee.context.map { String(cString: $0) }
    return Failure(
      reason: .malformed(problem, while: context),
      offset: .character(parser.pointee.problem_mark.index))
  }
}
