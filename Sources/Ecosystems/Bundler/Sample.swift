import Crypto
import Ecosystem

/// The sample for `martlet demo`: an application similar to Rails, with a framework of several gems
/// and a gem with variants for platforms.
enum RubySample {
  /// Creates the application, locked before the newest versions of its gems were released.
  static func make() -> DemoSample {
    var pages = Dictionary(
      uniqueKeysWithValues: gems.map { ("https://rubygems.org/info/\($0.name)", $0.info) })
    for (name, notes) in notes {
      pages["https://rubygems.org/api/v1/gems/\(name).json"] =
        "{\"name\": \"\(name)\", \"source_code_uri\": \"https://github.com/birds/\(name)\"}"
      pages["https://api.github.com/repos/birds/\(name)/releases"] = notes
    }
    return DemoSample(
      name: "shop",
      plot: """
        A web application in Ruby has fallen behind. Its framework is several gems that move
        together, and the newest needs a newer Ruby than the application has. What is outdated?
        """, pages: pages
    ) { _ in
      [
        "Gemfile": gemfile, "Gemfile.lock": lock, ".ruby-version": "3.1.2\n",
        ".github/dependabot.yml": dependabot,
      ]
    }
  }

  private static let gems = [
    SampleGem("aviary", framework, ["aviary-record:= V", "aviary-view:= V"]),
    SampleGem("aviary-record", framework, ["aviary-support:= V"]),
    SampleGem("aviary-support", framework, ["flock:~> 1.2"]),
    SampleGem("aviary-view", framework, ["aviary-support:= V", "plume:~> 2.0"]),
    SampleGem("flock", ["1.2.0", "1.2.4"]),
    SampleGem("plume", ["2.0.1", "2.1.0"]),
    SampleGem("quill", ["1.17.0", "1.18.0"], machines: ["arm64-darwin", "x86_64-linux"]),
    SampleGem("trill", ["6.1.0", "6.1.1"], ["trill-core:~> 6.1"]),
    SampleGem("trill-core", ["6.1.0", "6.1.1"]),
  ]

  /// Version 8 needs Ruby 3.2.
  private static let framework = ["7.1.0", "7.1.1", "7.2.0", "8.0.0"]

  private static let gemfile = """
    source "https://rubygems.org"

    ruby file: ".ruby-version"

    # The framework, with all that belongs to it.
    gem "aviary", "~> 7.1.0"
    gem "quill", ">= 1.17" # speaks to the database

    group :development, :test do
      gem "trill", "~> 6.1", require: false
    end

    """

  private static var lock: String {
    """
    GEM
      remote: https://rubygems.org/
      specs:
        aviary (7.1.0)
          aviary-record (= 7.1.0)
          aviary-view (= 7.1.0)
        aviary-record (7.1.0)
          aviary-support (= 7.1.0)
        aviary-support (7.1.0)
          flock (~> 1.2)
        aviary-view (7.1.0)
          aviary-support (= 7.1.0)
          plume (~> 2.0)
        flock (1.2.0)
        plume (2.0.1)
        quill (1.17.0)
        quill (1.17.0-arm64-darwin)
        quill (1.17.0-x86_64-linux)
        trill (6.1.1)
          trill-core (~> 6.1)
        trill-core (6.1.1)

    PLATFORMS
      arm64-darwin
      ruby
      x86_64-linux

    DEPENDENCIES
      aviary (~> 7.1.0)
      quill (>= 1.17)
      trill (~> 6.1)

    CHECKSUMS
    \(checksums.joined(separator: "\n"))

    RUBY VERSION
       ruby 3.1.2p20

    BUNDLED WITH
       2.7.2

    """
  }

  private static let checksums = [
    ("aviary", "7.1.0"), ("aviary-record", "7.1.0"), ("aviary-support", "7.1.0"),
    ("aviary-view", "7.1.0"), ("flock", "1.2.0"), ("plume", "2.0.1"), ("quill", "1.17.0"),
    ("quill", "1.17.0-arm64-darwin"), ("quill", "1.17.0-x86_64-linux"), ("trill", "6.1.1"),
    ("trill-core", "6.1.1"),
  ].map { "  \($0) (\($1)) sha256=\(SampleGem.checksum($0, $1))" }

  private static let dependabot = """
    version: 2
    updates:
      - package-ecosystem: bundler
        directory: /
        schedule:
          interval: weekly
        cooldown:
          default-days: 0

    """

  /// GitHub's releases by gem.
  private static let notes = [
    "aviary": #"""
    [
      {"tag_name": "v7.2.0", "name": "7.2.0", "body":
       "- Views are drawn in half the time.\n- `Aviary.roost` takes a block.\n"},
      {"tag_name": "v7.1.1", "name": "7.1.1", "body":
       "- Fixes a memory leak in `aviary-record`.\n"}
    ]
    """#,
    "quill": #"""
    [{"tag_name": "v1.18.0", "name": "1.18.0", "body": "- Adds double-sided printing.\n"}]
    """#,
  ]
}

/// A gem in the compact index of the sample.
struct SampleGem: Sendable {
  let name: String
  private let versions: [String]
  /// Dependencies, with `V` for the gem's own version.
  private let needs: [String]
  private let machines: [String]

  init(
    _ name: String, _ versions: [String], _ needs: [String] = [], machines: [String] = []
  ) {
    self.name = name
    self.versions = versions
    self.needs = needs
    self.machines = machines
  }

  /// The file `/info/NAME`.
  var info: String {
    let lines = versions.flatMap { version in
      ([version] + machines.map { "\(version)-\($0)" }).map { line($0, of: version) }
    }
    return "---\n" + lines.joined()
  }

  private func line(_ name: String, of version: String) -> String {
    let needs = needs.map { $0.replacing("= V", with: "= \(version)") }.joined(separator: ",")
    let ruby = version.hasPrefix("8.") ? ">= 3.2.0" : ">= 2.7.0"
    return "\(name) \(needs)|checksum:\(Self.checksum(self.name, name)),ruby:\(ruby)\n"
  }

  /// The invented digest of a gem.
  static func checksum(_ name: String, _ version: String) -> String {
    Digest(.sha256, of: "\(name)-\(version)").hexadecimal
  }
}
