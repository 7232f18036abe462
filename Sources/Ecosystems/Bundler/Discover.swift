package import Ecosystem
import Ruby
import Text

extension BundlerEcosystem {
  /// Finds each `Gemfile`, each `gems.rb` without a `Gemfile` beside it, and each folder with
  /// gemspecs but neither of them, at any depth.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let manifests = paths.filter { path in
      let name = path.slashParts().last ?? ""
      let isShadowed = name == "gems.rb" && all.contains(Self.sibling(of: path, "Gemfile"))
      return (name == "Gemfile" || name == "gems.rb") && !isShadowed
    }
    let folders = Set(manifests.map(RubyFiles.folder))
    let libraries = Dictionary(
      paths.filter { Self.isGemspec($0) }.map { (RubyFiles.folder(of: $0), $0) },
      uniquingKeysWith: min
    ).filter { !folders.contains($0.key) }
    return (manifests + libraries.values).sorted().map { manifest in
      let folder = RubyFiles.folder(of: manifest)
      let lock = Self.lockPath(of: manifest)
      return Project(
        ecosystem: .bundler, directory: "/" + folder, manifest: manifest,
        lock: all.contains(lock) && !Self.isGemspec(manifest) ? lock : nil)
    }
  }

  static func isGemspec(_ path: String) -> Bool { path.hasSuffix(".gemspec") }

  /// Returns `Gemfile.lock` for `Gemfile`, and `gems.locked` for `gems.rb`.
  static func lockPath(of manifest: String) -> String {
    manifest.hasSuffix("gems.rb") ? manifest.dropLast(2) + "locked" : manifest + ".lock"
  }

  private static func sibling(of path: String, _ name: String) -> String {
    let folder = RubyFiles.folder(of: path)
    return folder.isEmpty ? name : folder + "/" + name
  }
}
