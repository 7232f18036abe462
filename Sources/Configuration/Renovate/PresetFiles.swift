extension RenovatePresets {
  /// Presets that read versions below a comment: `# renovate: datasource=npm depName=wren`.
  ///
  /// The expressions are martlet's own.
  static let files: [String: String] = {
    let workflows = #"["/(^|/)\\.(github|gitea|forgejo)/(workflows|actions)/.+\\.ya?ml$/", "#
    let variable =
      #"[ \\t]*\\w+_(?:VERSION|version)[ \\t]*:[ \\t]*[\"']?(?<currentValue>[^\\s\"']+)"#
    let files = [
      "biomeVersions": biome,
      "dockerfileVersions": marked(
        #"["/(^|/)(Dockerfile|Containerfile)[^/]*$/", "/\\.(Dockerfile|Containerfile)$/"]"#,
        #"[ \\t]*(?:ENV|ARG)[ \\t]+\\w+_VERSION[ =][\"']?(?<currentValue>[^\\s\"']+)"#),
      "githubActionsVersions": marked(workflows + #""/(^|/)action\\.ya?ml$/"]"#, variable),
      "gitlabPipelineVersions": marked(#"["/(^|/)\\.gitlab-ci\\.ya?ml$/"]"#, variable),
      "makefileVersions": marked(
        #"["/(^|/)([^/]*\\.mk|GNUmakefile|Makefile)$/"]"#,
        #"[ \\t]*(?:export[ \\t]+)?\\w+_VERSION[ \\t]*[:?]?=[ \\t]*[\"']?(?<currentValue>[^\\s\"']+)"#
      ),
      "tfvarsVersions": marked(
        #"["/\\.tfvars$/"]"#,
        #"[ \\t]*\\w+_version[ \\t]*=[ \\t]*\"(?<currentValue>[^\"]+)\""#),
    ]
    var presets: [String: String] = [:]
    for (name, options) in files {
      // The first name is the older one.
      for group in ["regexManagers", "customManagers"] { presets["\(group):\(name)"] = options }
    }
    return presets
  }()

  /// The version in the address of the schema that a configuration of Biome's names.
  private static let biome = #"""
    {customManagers: [{customType: "regex", managerFilePatterns: ["/(^|/)biome\\.jsonc?$/"],
      matchStrings: ["\"https://biomejs\\.dev/schemas/(?<currentValue>[^/\"]+)/schema\\.json\""],
      depNameTemplate: "@biomejs/biome", datasourceTemplate: "npm"}]}
    """#

  /// A manager of a comment with the line below it, whose version is the group `currentValue`.
  ///
  /// - Parameters:
  ///   - files: the patterns of files, as JSON.
  ///   - line: the expression for the line, as the inside of a text in JSON.
  /// - Returns: the options.
  private static func marked(_ files: String, _ line: String) -> String {
    let comment = #"# renovate: datasource=(?<datasource>[\\w.-]+) depName="#
    let named = comment + #"(?<depName>\\S+)(?:\\n| (?!packageName=)[^\\n]*\\n)"# + line
    let renamed = comment + #"\\S+ packageName=(?<packageName>\\S+)[^\\n]*\\n"# + line
    return """
      {customManagers: [{customType: "regex", managerFilePatterns: \(files),
        matchStrings: ["\(named)", "\(renamed)"]}]}
      """
  }
}
