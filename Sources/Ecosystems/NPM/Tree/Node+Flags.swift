extension DepFlags {
  /// The flags of a lock entry.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let extraneous = Flags(rawValue: 1)
    static let dev = Flags(rawValue: 2)
    static let peer = Flags(rawValue: 4)
    static let devOptional = Flags(rawValue: 8)
    static let optional = Flags(rawValue: 16)
    static let all: Flags = [.extraneous, .dev, .peer, .devOptional, .optional]
  }
}

extension Node {
  var extraneous: Bool { flags.contains(.extraneous) }
  var dev: Bool { flags.contains(.dev) }
  var peer: Bool { flags.contains(.peer) }
  var devOptional: Bool { flags.contains(.devOptional) }
  var optional: Bool { flags.contains(.optional) }
}
