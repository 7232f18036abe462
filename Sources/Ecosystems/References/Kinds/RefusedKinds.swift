package import Ecosystem
import Text

extension EcosystemID {
  /// Homebrew's bundles, which name no versions.
  package static let brew = EcosystemID("brew")
  /// Terraform's modules and providers, which need a lock that martlet doesn't write.
  package static let terraform = EcosystemID("terraform")
}

extension ReferenceKind {
  /// `Brewfile`: every formula is refused, since Homebrew installs its newest version only.
  package static let brew = ReferenceKind(
    .brew, "Homebrew", color: "fbb040", manifests: ["Brewfile"],
    directory: { TreePath.name(of: $0) == "Brewfile" ? TreePath.directory(of: $0) : nil },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      file.refuseLines(
        of: source,
        beginningWith: [
          "brew", "cask", "cargo", "flatpak", "go", "mas", "tap", "uv", "vscode", "whalebrew",
        ],
        "has no version in a Brewfile: Homebrew always installs the newest one")
      return file
    })

  /// Terraform: every module and provider is refused.
  package static let terraform = {
    var kind = ReferenceKind(
      .terraform, "Terraform", color: "5c4ee5", manifests: ["*.tf", ".terraform.lock.hcl"],
      directory: { path in
        let name = TreePath.name(of: path)
        return name.hasSuffix(".tf") || name == ".terraform.lock.hcl"
          ? TreePath.directory(of: path) : nil
      },
      parse: { source, _ throws(Problem) in
        var file = ReferenceFile(source)
        for found in TerraformReading(source).references {
          file.refuse(
            found.name,
            found.name.hasPrefix("module ")
              ? "is a module of Terraform, which martlet doesn't update"
              : "is not updated: martlet doesn't write .terraform.lock.hcl", at: found.location)
        }
        return file
      })
    kind.isDependabots = true
    return kind
  }()
}

extension ReferenceFile {
  /// Refuses the lines that begin with a word and its argument, each with its place.
  fileprivate mutating func refuseLines(
    of source: SourceText, beginningWith words: [String], _ message: String
  ) {
    for (number, line) in source.numberedLines where unread.count < 5_000 {
      let text = line.drop { $0 == " " || $0 == "\t" }
      let word = text.prefix { $0.isLetter || $0 == "_" }
      let next = text.dropFirst(word.count).first
      guard words.contains(String(word)), next == " " || next == "\t" || next == "(" else {
        continue
      }
      let location = Location(
        file: source.file, line: number, column: line.count - text.count + 1)
      refuse(String(text.prefix(100)), message, at: location)
    }
  }
}
