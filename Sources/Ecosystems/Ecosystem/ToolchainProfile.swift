/// Which native tools the locks are written for; an input, never what happens to be installed.
package struct ToolchainProfile: Hashable, Sendable {
  /// Measured against packages' `engines.node`.
  package var node = "20.20.2"
  /// Measured against `engines.npm`; its major decides whether locks have licenses and `libc`.
  package var npm = "10.8.2"
  /// `RUBY_VERSION` in a Gemfile, and what gems' `required_ruby_version` is measured against.
  package var ruby = "3.1.2"
  /// Written as `BUNDLED WITH` where the lock has no such line yet.
  package var bundler = "2.7.2"
  /// Measured against gems' `required_rubygems_version`; decides how platforms are matched.
  package var rubygems = "3.3.15"
  /// Bundler's name of the machine that locks are made on.
  package var platform = "x86_64-linux"
  /// Decides which manifests can be read and which tags count, such as `1.0.0@swift-6`.
  package var swift = "6.3.1"

  /// Whether each tool was named by the operator, so that the repository's own word gives way.
  package var isPinned: Set<Tool> = []

  /// The tools that a profile names.
  package enum Tool: String, Hashable, Sendable {
    case node, npm, ruby, bundler, rubygems, swift
  }

  /// Starts from the versions that martlet's fidelity is measured against.
  package init() {}

  /// Returns the version of a tool if the operator's file names one.
  ///
  /// The defaults above say how files are written. They don't describe the machine that a
  /// project runs on, so no release is held back because of them.
  package func stated(_ tool: Tool) -> String? {
    guard isPinned.contains(tool) else { return nil }
    switch tool {
    case .node: return node
    case .npm: return npm
    case .ruby: return ruby
    case .bundler: return bundler
    case .rubygems: return rubygems
    case .swift: return swift
    }
  }
}
