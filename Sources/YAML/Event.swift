import CYAML

/// A parser event of libyaml, with character indexes.
struct Event {
  enum Kind {
    case streamEnd
    case documentStart
    case alias(String)
    case scalar(Scalar, anchor: String?)
    case open(Collection, anchor: String?)
    case close
    /// An event without effect: the start of the stream or the end of a document.
    case nothing
  }

  enum Collection {
    case sequence, mapping
  }

  var kind: Kind
  /// The explicit tag of a collection or scalar.
  var tag: String?
  var start: Int
  var end: Int

  init(_ event: yaml_event_t) {
    start = event.start_mark.index
    end = event.end_mark.index
    switch event.type {
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_ALIAS_EVENT: kind = .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let data = event.data.scalar
      tag = text(data.tag)
      let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
      let scalar = Scalar(
        text: String(decoding: bytes, as: UTF8.self), style: Scalar.Style(data.style))
      kind = .scalar(scalar, anchor: text(data.anchor))
    case YAML_SEQUENCE_START_EVENT:
      tag = text(event.data.sequence_start.tag)
      kind = .open(.sequence, anchor: text(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT:
      tag = text(event.data.mapping_start.tag)
      kind = .open(.mapping, anchor: text(event.data.mapping_start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .close
    default: kind = .nothing
    }
  }
}

extension Scalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}

private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  pointer.map { String(cString: $0) }
}
