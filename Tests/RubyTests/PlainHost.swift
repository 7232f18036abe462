import Gems

@testable import Ruby

let testRuntime = RubyRuntime(
  ruby: GemVersion("3.1.2") ?? .zero, rubygems: GemVersion("3.3.15") ?? .zero,
  platform: "x86_64-linux", program: "ruby", isRubyKnown: true)

/// A manifest format without functions.
final class PlainHost: RubyHost {
  let skipsCommands = false
  let isMain = true

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) -> RubyValue? { nil }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) -> RubyValue? { nil }

  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue? { nil }

  func skips(_ name: String, of receiver: RubyValue?) -> Bool { false }
}
