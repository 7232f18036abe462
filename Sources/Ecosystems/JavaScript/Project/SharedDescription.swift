package import Ecosystem
import Versioning

extension EcosystemDescription {
  /// Returns what the descriptions of all package managers of JavaScript have in common.
  ///
  /// Users know all of them as `npm`, as in Dependabot.
  ///
  /// - Parameters:
  ///   - name: the tool's name for people.
  ///   - lock: the file name of its lock.
  ///   - others: further values of `package-ecosystem` that mean the tool.
  ///   - tool: reads and resolves its projects.
  /// - Returns: the description, to be completed.
  package static func javaScript<Sources: JavaScriptTool>(
    _ name: String, lock: String, alsoNamed others: [String] = [], _ tool: Sources.Type
  ) -> EcosystemDescription {
    var description = EcosystemDescription(
      id: EcosystemID("npm"), displayName: name, language: "JavaScript",
      label: EcosystemLabel("javascript", color: "168700"), purlType: "npm",
      words: ["npm"] + others,
      manifests: ["package.json"], lockFile: lock,
      versions: VersionOrder(of: Version.self), satisfies: IgnoredVersions.condition,
      create: { resources in
        JavaScriptEcosystem<Sources>(
          http: resources.http, scopes: resources.registriesByScope,
          toolchain: resources.toolchain, contents: resources.contents)
      })
    description.families = PackageFamily.javaScript
    description.generatedFolders = ["node_modules"]
    return description
  }
}
