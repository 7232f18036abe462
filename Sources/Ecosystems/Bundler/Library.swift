import Ecosystem
import Ruby
import Text

/// A library without a Gemfile: its gemspecs, evaluated through a generated Gemfile.
struct Library {
  /// The path of the generated Gemfile.
  let gemfile: String
  /// The gemspecs of the folder, sorted.
  let gemspecs: [String]

  /// Returns nil for a project with a Gemfile.
  init?(_ project: Project, in tree: SourceTree) {
    guard BundlerEcosystem.isGemspec(project.manifest) else { return nil }
    let folder = RubyFiles.folder(of: project.manifest)
    gemfile = folder.isEmpty ? "Gemfile" : folder + "/Gemfile"
    gemspecs = tree.listing.files(in: folder).filter(BundlerEcosystem.isGemspec).sorted()
  }

  /// The text of the generated Gemfile.
  var source: SourceText {
    let names = gemspecs.map { $0.slashParts().last?.dropLast(".gemspec".count) ?? "" }
    let lines = names.count == 1 ? ["gemspec"] : names.map { "gemspec name: \"\($0)\"" }
    let text = (["source \"https://rubygems.org\""] + lines).joined(separator: "\n") + "\n"
    return SourceText(file: gemfile, text)
  }
}

extension ProjectState {
  /// Whether there is no Gemfile, so that only requirements can change.
  var isLibrary: Bool { BundlerEcosystem.isGemspec(project.manifest) }
}
