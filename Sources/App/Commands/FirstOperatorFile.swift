import Arguments
import Configuration
import Ecosystem
import Forges
import Git
import JSON
import Text

extension FirstFile {
  /// Makes an operator's file with one forge, which `martlet config check` accepts.
  ///
  /// - Throws: a usage `Problem` for a value that the file can't have, or one that is missing.
  init(
    operators invocation: Invocation, in tree: WorkingTree, _ questions: Questions
  ) throws(Problem) {
    if let kind = invocation.value("file") {
      throw Problem(.usage, "--file \(kind) is for the repository's file, without --operator")
    }
    let forge = try FirstForge(invocation, originOf: tree.root, questions)
    let path =
      WorkingTree.isFolder("\(tree.root)/config") ? "config/martlet.yml" : "martlet.yml"
    let text = forge.operatorFile(checkedAs: path)
    let findings = Configuration.check(
      SourceText(file: path, text), ecosystems: servedEcosystems, as: .operator)
    guard !findings.haveErrors else { throw Problem(configuration: findings) }
    let variable = forge.kind.settings.needsCredential ? ["export \(FirstForge.variable)=…"] : []
    self.init(
      path: path, text: text, summary: "the forge \(forge.url)",
      next: variable + [
        "martlet doctor --config \(path)", "martlet run --config \(path) --dry-run",
      ])
  }
}

/// The forge of a first operator's file.
private struct FirstForge {
  /// The environment variable of the token.
  static let variable = "MARTLET_TOKEN"

  var kind: ForgeKind
  var url: String
  var repositories: [String]

  /// Takes the options, else the answers, else what the clone's `origin` says.
  init(
    _ invocation: Invocation, originOf root: String, _ questions: Questions
  ) throws(Problem) {
    let remote = Remote(originOf: root)
    let found = remote.flatMap(ForgeKind.init(publicHostOf:))
    let word = try Self.value(invocation.value("forge")) { () throws(Problem) in
      try questions.choice(
        "Kind of the forge", among: ForgeKind.all.map(\.id), preset: (found ?? ForgeKind.all[0]).id)
    }
    guard let kind = ForgeKind.all.first(where: { $0.id == word }) else {
      throw Problem(.usage, "--forge is missing")
    }
    self.kind = kind
    url = try Self.value(invocation.value("url")) { () throws(Problem) in
      try questions.value(
        "Address of the forge", preset: kind.publicHosts.first.map { "https://\($0)" })
    }
    let isSame = found == kind
    let own = isSame ? remote?.path.flatMap(Self.repository) : nil
    let given = invocation.values("repositories")
    repositories = try Self.value(given.isEmpty ? nil : given.joined(separator: ",")) {
      () throws(Problem) in
      try questions.value("Repositories, such as acme/*,!acme/attic", preset: own)
    }
    .split { $0 == "," || $0 == " " }.map(String.init)
    try requireAll()
  }

  /// The value of an option, or of the question; empty if both have none.
  private static func value(
    _ option: String?, or ask: () throws(Problem) -> String?
  ) throws(Problem) -> String {
    if let option { return option }
    return try ask() ?? ""
  }

  /// `acme/web` of the path `acme/web.git`.
  private static func repository(_ path: String) -> String? {
    let name = path.hasSuffix(".git") ? String(path.dropLast(4)) : path
    return RepositoryName(name).map { "\($0)" }
  }

  private func requireAll() throws(Problem) {
    if url.isEmpty {
      throw Problem(.usage, "--url is missing: \(kind.name) has no public address to take instead")
    }
    if repositories.isEmpty {
      throw Problem(
        .usage, "--repositories is missing, and no remote 'origin' names one",
        advice: "for example --repositories 'acme/*'")
    }
  }

  /// The file in YAML, with comments.
  func operatorFile(checkedAs path: String) -> String {
    let token =
      kind.settings.needsCredential
      ? "    token: ${env:\(Self.variable)}      # a secret is never written here; ${file:PATH} reads a file\n"
      : ""
    let app =
      kind.settings.acceptsApp
      ? "    # app: {id: 4242, private-key: \"${file:/run/secrets/app.pem}\"}   # instead of the token\n"
      : ""
    let hook =
      kind.webhooks == nil
      ? "" : "    # webhook-secret: ${env:MARTLET_WEBHOOK_SECRET}   # for 'martlet serve'\n"
    return """
      # The operator's configuration of martlet: which repositories it updates, and how it reaches them.
      # Check it with: martlet config check \(path)

      # A file in the working folder. A service has a fixed one, such as
      # sqlite:/var/lib/martlet/martlet.db, or postgres://user@host/database for several instances.
      state: sqlite:martlet.db

      forges:
        - name: \(kind.id)
          kind: \(kind.id)
          url: \(inYAML(url))
      \(token)\(app)\(hook)    # The last pattern that matches a repository decides; !acme/attic excludes one.
          repositories: [\(repositories.map(inYAML).joined(separator: ", "))]

      # When the service looks for releases in repositories whose own file doesn't say it.
      schedule: {interval: daily, time: "05:00"}

      # Ask repositories without a configuration to add one: pull-request | issue | off
      onboarding: off

      """
  }
}

/// A text as a scalar; JSON's quoted strings are YAML's, too.
private func inYAML(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || ":/._-*".contains(character))
  }
  let first = text.first ?? ":"
  return isPlain && first.isLetter && !text.hasSuffix(":")
    ? text : Value.string(text).text(.compact)
}
