package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Images, includes and components in `.gitlab-ci.yml`.
  package static let gitlabCI = EcosystemID("gitlab-ci")
}

extension ReferenceKind {
  /// GitLab CI: https://docs.gitlab.com/ci/yaml/, version 18.
  package static let gitlabCI = ReferenceKind(
    .gitlabCI, "GitLab CI", color: "fc6d26", manifests: [".gitlab-ci.yml"],
    directory: { path in
      let name = TreePath.name(of: path)
      if name == ".gitlab-ci.yml" || name.hasSuffix(".gitlab-ci.yml") {
        return TreePath.directory(of: path)
      }
      let isYAML = name.hasSuffix(".yml") || name.hasSuffix(".yaml")
      let isPart = path.hasPrefix(".gitlab/ci/") || path.hasPrefix(".gitlab-ci/")
      return isYAML && isPart ? "/" : nil
    },
    parse: { source, host throws(Problem) in
      var file = ReferenceFile(source)
      for root in try ReferenceFile.documents(of: source, ignoring: ["!reference"]) {
        file.add(images: root.gitlabImages, of: source)
        for include in root.includes { file.add(include: include, on: host, of: source) }
      }
      return file
    })
}

extension Node {
  /// The images and services of jobs, of templates, of `default` and of the file itself.
  fileprivate var gitlabImages: [ImageValue] {
    let jobs = (entries ?? []).filter { $0.name != "variables" }.map(\.value)
    let parts = [self] + jobs.filter { $0.entries != nil }
    return parts.flatMap { part in
      let services = part["services"]?.elements ?? []
      let values = [part["image"]].compactMap(\.self) + services
      return values.compactMap { value in
        (value.entries == nil ? value : value["name"]).map { ImageValue($0, isCertain: true) }
      }
    }
  }

  /// The elements of `include`, also of the child pipelines that jobs trigger.
  fileprivate var includes: [Node] {
    let triggers = (entries ?? []).compactMap { $0.value["trigger"] }
    return ([self] + triggers).compactMap { $0["include"] }.flatMap { $0.elements ?? [$0] }
  }
}

extension ReferenceFile {
  /// Adds an include: a file of another project, or a component; local files have no versions.
  fileprivate mutating func add(
    include: Node, on host: ReferenceKind.Host, of source: SourceText
  ) {
    if let project = include["project"]?.string { return add(project, include, host, source) }
    if let component = include["component"] { return add(component: component, host, source) }
    let remote = include["remote"] ?? include
    if let url = remote.string, url.hasPrefix("http") {
      refuse(
        url, "is a remote file, which has no versions", at: remote.location,
        advice: "include it with 'project' and 'ref', or as a component")
    }
  }

  private mutating func add(
    _ project: String, _ include: Node, _ host: ReferenceKind.Host, _ source: SourceText
  ) {
    guard let ref = include["ref"], let text = ref.string else {
      return refuse(
        project, "is included without a ref: it follows the default branch", at: include.location)
    }
    guard !project.contains("$"), !text.contains("$") else {
      return refuse(project, "has a variable", at: include.location)
    }
    add(project) { () throws(Problem) in
      let address = try host.repository(project, at: include.location)
      var use = try TagUse(project, in: .address(address), at: text, of: ref, in: source)
      let files = include["file"]
      use.needs = (files?.elements ?? [files].compactMap(\.self)).compactMap(\.string)
        .filter { !$0.contains { "*$".contains($0) } }.map { file in
          NeededFile("the file \(file)", at: [String(file.drop { $0 == "/" })])
        }
      return use
    }
  }

  /// Adds a component: `gitlab.com/group/project/name@1.0`, `$CI_SERVER_FQDN/group/project/name@1.0`.
  private mutating func add(
    component: Node, _ host: ReferenceKind.Host, _ source: SourceText
  ) {
    guard let text = component.string, let sign = text.lastIndex(of: "@") else {
      return refuse(
        component.string ?? "component", "isn't a component with a version",
        at: component.location)
    }
    let version = String(text[text.index(after: sign)...])
    var parts = text[..<sign].slashParts(omittingEmptySubsequences: false)
    guard parts.count > 3, let server = parts.first else {
      return refuse(text, "isn't the address of a component", at: component.location)
    }
    guard version != "~latest" else {
      return refuse(text, "always takes the newest version", at: component.location)
    }
    parts.removeFirst()
    let project = parts.dropLast().joined(separator: "/")
    guard !project.contains("$"), !version.contains("$") else {
      return refuse(text, "has a variable", at: component.location)
    }
    let isOwn = ["$CI_SERVER_FQDN", "$CI_SERVER_HOST", "${CI_SERVER_FQDN}"].contains(String(server))
    guard isOwn || !server.contains("$") else {
      return refuse(text, "has a variable", at: component.location)
    }
    add(text) { () throws(Problem) in
      let address =
        isOwn
        ? try host.repository(project, at: component.location) : "https://\(server)/\(project).git"
      var use = try TagUse(project, in: .address(address), at: version, of: component, in: source)
      if let name = parts.last, !name.contains("$") {
        let paths = ["templates/\(name).yml", "templates/\(name)/template.yml"]
        use.needs = [NeededFile("the component \(name)", at: paths)]
      }
      return use
    }
  }
}

extension ReferenceKind.Host {
  /// Returns the address of another repository of the host.
  ///
  /// - Throws: a refusal if the host is unknown, as in a working tree.
  fileprivate func repository(_ path: String, at location: Location) throws(Problem) -> String {
    guard let address else {
      throw Problem(
        .refused, "is on the host of this repository, which is unknown here", subject: path,
        at: location)
    }
    return "\(address)/\(path).git"
  }
}
