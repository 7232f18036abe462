/// A tool whose version a JavaScript project can state.
package enum Tool: String, Hashable, Sendable, CaseIterable {
  /// The runtime.
  case node
  /// npm, part of Node.
  case npm
  /// pnpm.
  case pnpm
  /// Yarn, classic and berry.
  case yarn
  /// Bun.
  case bun

  /// The tools that write locks.
  package static let managers: [Tool] = [.npm, .pnpm, .yarn, .bun]

  /// The name in messages: `Node`.
  package var displayName: String {
    switch self {
    case .node: "Node"
    case .npm: "npm"
    case .pnpm: "pnpm"
    case .yarn: "Yarn"
    case .bun: "Bun"
    }
  }

  /// The file names of its locks, by precedence.
  package var locks: [String] {
    switch self {
    case .node: []
    case .npm: ["npm-shrinkwrap.json", "package-lock.json"]
    case .pnpm: ["pnpm-lock.yaml"]
    case .yarn: ["yarn.lock"]
    case .bun: ["bun.lock", "bun.lockb"]
    }
  }

  /// Returns the tool of a name in `packageManager`, `.tool-versions` or mise; nil for others.
  init?(named name: String) {
    switch name {
    case "nodejs": self = .node
    case "@yarnpkg/cli-dist", "@yarnpkg/cli": self = .yarn
    case "pnpm/pnpm": self = .pnpm
    default: self.init(rawValue: name)
    }
  }
}
