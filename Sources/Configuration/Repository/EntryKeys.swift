import Ecosystem
import YAML

extension Shape where Value == UpdateEntry {
  /// An entry of a repository's file.
  static var entry: Shape {
    section(UpdateEntry(), required + settings + crossing).checked(whole).judged.located
  }

  /// The operator's defaults for repositories without a file: an entry that may name an ecosystem
  /// and directories, but needn't, and refers to nothing else of a file.
  static var defaults: Shape {
    var initial = UpdateEntry()
    initial.directories = [DirectoryPattern("**", glob: true)].compactMap { $0 }
    let keys = required.map { Key($0.name, type: $0.type, apply: $0.apply) }
    return section(initial, keys + settings).checked(agree).judged.located
  }

  private static var required: [Key<UpdateEntry>] {
    [
      Key("package-ecosystem", \.ecosystem, .ecosystem, required: true),
      Key("directory", \.directories, Shape<DirectoryPattern>.directory(glob: false).map { [$0] }),
      Key("directories", \.directories, .list(of: .directory(glob: true))),
      Key("schedule", \.schedule, .schedule),
    ]
  }

  private static var settings: [Key<UpdateEntry>] {
    choosing + describing + [
      Key("rebase-strategy", \.rebaseStrategy, .word),
      Key("automerge", \.automerge, .automerge),
      Key("ci", \.ci, .ci),
      Key("vendor", \.wantsVendor, .bool),
      .withoutEffect(
        "insecure-external-code-execution", Shape<Bool>.word(["allow": true, "deny": false]),
        "martlet never runs a repository's code"),
    ]
  }

  /// What refers to other parts of a repository's file.
  private static var crossing: [Key<UpdateEntry>] {
    [
      Key("multi-ecosystem-group", \.multiEcosystemGroup, .string),
      Key("patterns", \.multiEcosystemPatterns, .list(of: .namePattern)),
      Key("registries", \.registries, .registrySelection),
    ]
  }

  /// Which updates there are.
  private static var choosing: [Key<UpdateEntry>] {
    [
      Key(
        "exclude-paths", \.excludePaths, .list(of: Shape<String>.string.map(PathPattern.init))),
      Key("allow", \.allow, .list(of: .allowRule)),
      Key("ignore", \.ignore, .list(of: .ignoreRule)),
      Key("groups", \.groups, Shape<[GroupRule]>.named(.groupRule) { $0.name = $1 }.namedPlainly),
      Key("cooldown", \.cooldown, .cooldown),
      Key("versioning-strategy", \.versioningStrategy, .word),
      Key("open-pull-requests-limit", \.openPullRequestsLimit, .integer(0...1000)),
      Key("target-branch", \.targetBranch, .branch),
    ]
  }

  /// How their pull requests look.
  private static var describing: [Key<UpdateEntry>] {
    [
      Key("commit-message", \.commitMessage, .commitMessage),
      Key("labels", \.labels, .list(of: .string)),
      Key("assignees", \.assignees, .listOrOne(of: .string)),
      Key("reviewers", \.reviewers, .listOrOne(of: .string)),
      Key("milestone", \.milestone, .integer(1...Int.max)),
      Key("pull-request-branch-name", \.branchName, .branchName),
    ]
  }
}

extension Shape where Value == UpdateEntry {
  /// Lets the entry know where it stands.
  private var located: Shape {
    Shape(type: type) { node, decoding in
      var entry = decode(node, &decoding)
      entry?.location = node.location
      return entry
    }
  }
}

extension Shape where Value == EcosystemName {
  /// The ecosystems that are served, or else what is nearest to the name that stands there.
  fileprivate static var ecosystem: Shape {
    Shape(type: .words(EcosystemName.allCases.map(\.rawValue).sorted())) { node, decoding in
      let names = EcosystemName.allCases.map(\.rawValue)
      let what = "one of \(names.sorted().joined(separator: ", "))"
      guard let text = decoding.scalar(node, expecting: what) else { return nil }
      if let name = EcosystemName(rawValue: text.text) { return name }
      let hint = nearest(to: text.text, among: names + unserved)
      decoding.expected(what + (hint.map { " (did you mean '\($0)'?)" } ?? ""), node)
      return nil
    }
  }
}

extension Shape where Value == String {
  /// A branch's name as git allows it, near enough to catch slips of the pen.
  static var branch: Shape {
    .parsed("a branch's name") { text in
      let forbidden = text.unicodeScalars.contains {
        $0.value <= 0x20 || "~^:?*[\\".unicodeScalars.contains($0)
      }
      let isName =
        !text.isEmpty && !text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("..")
      return isName && !forbidden ? text : nil
    }
  }
}

extension Shape where Value == UpdateEntry.RegistrySelection {
  /// `"*"` or a list of names.
  fileprivate static var registrySelection: Shape {
    let names = Shape<[String]>.listOrOne(of: .string)
    return Shape(type: names.type, decode: names.map { $0 == ["*"] ? .all : .named($0) }.decode)
  }
}

/// Judges what one key of an entry says of another.
private func whole(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  switch (node["directory"], node["directories"]) {
  case (nil, nil): decoding.error("one of 'directory' and 'directories' is missing", at: node)
  default: break
  }
  if node["schedule"] == nil, entry.multiEcosystemGroup == nil {
    decoding.error("the key 'schedule' is missing", at: node)
  }
  agree(entry, node, &decoding)
}

private func agree(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  if let both = node["directories"], node["directory"] != nil {
    decoding.error("'directory' and 'directories' exclude each other", at: both)
  }
  if node["directories"]?.elements?.isEmpty == true {
    decoding.error("'directories' names none", at: node)
  }
  if let patterns = node["patterns"], entry.multiEcosystemGroup == nil {
    decoding.error("'patterns' needs 'multi-ecosystem-group'", at: patterns)
  }
  tellIneffective(entry, node, &decoding)
}
