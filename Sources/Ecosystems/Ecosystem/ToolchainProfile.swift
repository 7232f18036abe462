/// Which native tools the locks are written for; an input, never what happens to be installed.
package struct ToolchainProfile: Hashable, Sendable {
  package var node = "20.20.2"
  package var npm = "10.8.2"
  package var ruby = "3.1.2"
  package var bundler = "2.7.2"
  package var rubygems = "3.3.15"
  /// Bundler's name of the machine that locks are made on.
  package var platform = "x86_64-linux"
  package var swift = "6.3.1"

  /// Whether each tool was named by the operator, so that the repository's own word gives way.
  package var isPinned: Set<Tool> = []

  /// The tools that a profile names.
  package enum Tool: String, Hashable, Sendable {
    case node, npm, ruby, bundler, rubygems, swift
  }

  /// Starts from the versions that martlet's fidelity is measured against.
  package init() {}
}
