import Gems
import Ruby
import Text

/// Evaluates the module `Bundler`, which Gemfiles and gemspecs can use.
struct BundlerModule {
  let toolchain: RubyToolchain

  /// The result of `Bundler.current_ruby`.
  private static let currentRuby = "the current Ruby"

  func constant(_ name: String) -> RubyValue? {
    name == "Bundler::VERSION" ? .text(toolchain.bundler.text) : nil
  }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    switch (object, call.name) {
    case (.module("Bundler"), "current_ruby"): return .object(Self.currentRuby)
    case (.module("Bundler"), "root"): return .path(ruby.files.absolute(ruby.home))
    case (.module("Bundler"), "read_file"):
      guard call.positional.count == 1, let path = call.positional[0].printed else { return nil }
      return .text(try ruby.contents(path, call.range))
    case (.object(Self.currentRuby), _): return currentRuby(call, ruby)
    default: return nil
    }
  }

  /// Evaluates `mri?`, `on_31?` and the like for MRI on a system other than Windows.
  private func currentRuby(_ call: RubyInvocation, _ ruby: RubyInterpreter) -> RubyValue? {
    guard call.positional.isEmpty, call.block == nil, call.name.hasSuffix("?") else { return nil }
    let name = String(call.name.dropLast())
    let series = toolchain.ruby.segments.prefix(2).map(\.description).joined()
    let parts = name.split(separator: "_").map(String.init)
    switch name {
    case "ruby", "mri": return .unknown(.bool(true))
    case "jruby", "rbx", "truffleruby", "maglev", "mswin", "mswin64", "mingw", "x64_mingw",
      "windows":
      return .unknown(.bool(false))
    default:
      guard parts.count == 2, ["on", "ruby", "mri"].contains(parts[0]),
        parts[1].utf8.allSatisfy(\.isASCIIDigit)
      else { return nil }
      let answer = RubyValue.bool(parts[1] == series)
      return parts[0] == "on" ? ruby.ruby(answer) : .unknown(answer)
    }
  }
}

extension RubyToolchain {
  /// What a manifest can ask about the Ruby.
  var runtime: RubyRuntime {
    RubyRuntime(
      ruby: ruby, rubygems: rubygems, platform: platform, program: "bundle",
      isRubyKnown: isRubyKnown)
  }
}
