import Bundler
import Ecosystem
import Git
import HTTP
import Impact
import Ruby

/// Fuzzes the files and responses that the Bundler module parses, through its public functions.
enum GemInputs {
  /// Reads and locks a project with these files.
  static func read(_ files: [String: [UInt8]]) {
    let tree = Inputs.tree(files)
    let bundler = bundler { _ in nil }
    Inputs.wait {
      for project in bundler.discover(in: tree.paths) {
        guard let opened = try? await bundler.open(project, in: tree) else { continue }
        _ = try? await opened.dependencies()
        // No gem is found in any registry, so only the lock file is available.
        _ = try? await opened.change(toward: .lock(LockOptions()))
      }
    }
  }

  /// Locks a gem with this index.
  static func lock(index: [UInt8]) {
    let tree = Inputs.tree(["Gemfile": Array("source \"https://a.example\"\ngem \"a\"\n".utf8)])
    let bundler = bundler { $0.hasSuffix("/info/a") ? index : nil }
    var options = LockOptions()
    options.checksums = true
    let goal = Goal.lock(options)
    Inputs.wait {
      for project in bundler.discover(in: tree.paths) {
        _ = try? await bundler.open(project, in: tree).change(toward: goal)
      }
    }
  }

  private static func bundler(
    _ answer: @escaping @Sendable (String) -> [UInt8]?
  ) -> BundlerEcosystem {
    let client = HTTP.Client { request in
      let body = answer(request.url)
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let git = Git.Client(
      references: { remote throws(GitError) in throw GitError(.unreachable, subject: remote) },
      files: { remote, _, _ throws(GitError) in throw GitError(.unreachable, subject: remote) })
    return BundlerEcosystem(http: client, git: git, toolchain: Toolchain())
  }
}

extension GemInputs {
  /// Reads a file as a part of a gem and as sources of the repository.
  static func compare(_ source: [UInt8]) {
    var gem = RubyInterface(files: ["lib/a.rb": source], folders: ["lib"], limits: ScanLimits())
    let api = gem.read()
    for name in ["app.rb", "view.erb"] {
      guard let uses = UseScanner.ruby.scan(name, source) else { continue }
      let comparison = APIComparison(from: api, to: PublicAPI(matching: .paths))
      _ = ImpactJudge(comparison, [uses], .ruby).report(on: "a", from: "1", to: "2")
    }
  }
}
