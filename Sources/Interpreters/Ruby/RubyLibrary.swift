import Text

/// The libraries that are part of Ruby, so that `require` finds them on every machine.
enum RubyLibrary {
  /// Returns whether a name such as `net/http` belongs to Ruby's library or to Bundler.
  static func isRubysOwn(_ name: String) -> Bool {
    name.slashParts().first.map { names.contains(String($0)) } ?? false
  }

  /// The first components of the names in Ruby 3.1.
  private static let names: Set = [
    "English", "abbrev", "base64", "benchmark", "bigdecimal", "bundler", "cgi", "coverage", "csv",
    "date", "delegate", "did_you_mean", "digest", "drb", "erb", "etc", "expect", "fcntl", "fiddle",
    "fileutils", "find", "forwardable", "getoptlong", "io", "ipaddr", "irb", "json", "logger",
    "monitor", "mutex_m", "net", "nkf", "objspace", "observer", "open-uri", "open3", "openssl",
    "optparse", "ostruct", "pathname", "pp", "prettyprint", "pstore", "psych", "pty", "rbconfig",
    "readline", "reline", "resolv", "ripper", "rubygems", "securerandom", "set", "shellwords",
    "singleton", "socket", "stringio", "strscan", "syslog", "tempfile", "time", "timeout", "tmpdir",
    "tsort", "un", "uri", "weakref", "yaml", "zlib",
  ]
}

extension RubyNode {
  /// Whether it is a `require`, after which nothing else happens.
  var onlyRequires: Bool {
    switch form {
    case .call(let call): call.receiver == nil && call.name == "require"
    case .sequence(let nodes): nodes.allSatisfy(\.onlyRequires)
    default: false
    }
  }

  /// Whether a `rescue` with this body has no effect, or ends the program.
  var changesNothing: Bool {
    switch form {
    case .nil, .bool, .integer, .string, .symbol, .local, .leave: true
    case .sequence(let nodes): nodes.allSatisfy(\.changesNothing)
    case .call(let call):
      ["puts", "warn", "p", "print", "raise", "abort", "exit", "fail"].contains(call.name)
    default: false
    }
  }
}
