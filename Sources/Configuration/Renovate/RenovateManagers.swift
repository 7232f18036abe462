/// Renovate's managers, data sources and categories, in martlet's words for ecosystems.
enum RenovateManagers {
  /// The ecosystems in the order of the new file.
  static let ecosystemKeys = [
    "npm", "bundler", "swift", "cocoapods", "mint", "github-actions", "docker", "docker-compose",
    "devcontainers", "pre-commit", "gitlab-ci", "circleci", "buildkite", "azure-pipelines",
    "bitrise", "runtimes", "helm", "kustomize", "gitsubmodule", "custom",
  ]

  /// The ecosystems that Renovate updates without being asked.
  static let usual = ecosystemKeys.filter { $0 != "pre-commit" && !optional.contains($0) }

  /// The ecosystems that get an entry only if the file names them: most repositories have no such
  /// files.
  static let optional = [
    "gitlab-ci", "circleci", "buildkite", "azure-pipelines", "bitrise", "runtimes", "helm",
    "kustomize", "gitsubmodule", "custom",
  ]

  /// Managers that martlet has a word for.
  static let served: [String: [String]] = [
    "npm": ["npm"], "bun": ["npm"], "bundler": ["bundler"], "swift": ["swift"],
    "cocoapods": ["cocoapods"], "mint": ["mint"], "github-actions": ["github-actions"],
    "dockerfile": ["docker"], "kubernetes": ["docker"], "helm-values": ["docker"],
    "tekton": ["docker"],
    "docker": ["docker", "docker-compose", "devcontainers"],
    "docker-compose": ["docker-compose"], "devcontainer": ["devcontainers"],
    "pre-commit": ["pre-commit"],
    "gitlabci": ["gitlab-ci"], "gitlabci-include": ["gitlab-ci"], "circleci": ["circleci"],
    "buildkite": ["buildkite"], "azure-pipelines": ["azure-pipelines"], "bitrise": ["bitrise"],
    "helmv3": ["helm"], "kustomize": ["kustomize"], "nvm": ["runtimes"], "nodenv": ["runtimes"],
    "ruby-version": ["runtimes"], "asdf": ["runtimes"], "mise": ["runtimes"],
    "git-submodules": ["gitsubmodule"], "custom.regex": ["custom"], "regex": ["custom"],
  ]

  /// Managers that are only a part of martlet's ecosystem, whose other files it updates, too.
  private static let parts: [String: Set<String>] = [
    "npm": ["bun"], "gitlab-ci": ["gitlabci", "gitlabci-include"],
    "runtimes": ["nvm", "nodenv", "ruby-version", "asdf", "mise"],
    "docker": ["kubernetes", "helm-values", "tekton"],
  ]

  /// Returns the names of managers if they are only a part of an ecosystem; nil if they are all of it.
  static func part(of word: String, _ managers: [String]) -> String? {
    let own = Set(managers.filter { served[$0]?.contains(word) ?? false })
    guard let parts = parts[word], !own.isEmpty, own.isSubset(of: parts),
      word != "gitlab-ci" || own != parts
    else { return nil }
    return own.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Data sources of the same packages.
  static let sources: [String: [String]] = [
    "npm": ["npm"], "rubygems": ["bundler"], "pod": ["cocoapods"],
    "docker": ["docker", "docker-compose", "devcontainers"],
    "git-tags": ["swift", "mint"],
    "github-tags": ["github-actions", "swift", "mint", "pre-commit"],
    "github-digest": ["github-actions"],
  ]

  /// Categories, and the older `matchLanguages`.
  static let categories: [String: [String]] = [
    "js": ["npm"], "javascript": ["npm"], "node": ["npm"], "ruby": ["bundler", "cocoapods"],
    "swift": ["swift", "mint"], "docker": ["docker", "docker-compose", "devcontainers"],
    "ci": ["github-actions"],
  ]

  /// Managers of the ecosystems that martlet doesn't update.
  private static let others: Set<String> = [
    "ansible", "ansible-galaxy", "argocd", "bazel", "bazel-module",
    "bicep", "bitbucket-pipelines", "bun-version", "bundler-version",
    "cargo", "cdnurl", "cloudbuild", "composer", "conan", "crossplane", "deno",
    "deps-edn", "docker-bake", "droneci", "fleet", "flux", "fvm",
    "gleam", "gomod", "gradle", "gradle-wrapper", "helm-requirements",
    "helmfile", "helmsman", "hermit", "homebrew", "html", "jenkins",
    "jsonnet-bundler", "kotlin-script", "leiningen", "maven",
    "maven-wrapper", "meteor", "mix", "nix", "nuget", "ocb", "osgi",
    "pep621", "pep723", "pip_requirements", "pip_setup", "pip-compile", "pipenv", "pixi", "poetry",
    "pub", "puppet", "pyenv", "quadlet", "renovate-config-presets",
    "runtime-version", "sbt", "scalafmt", "setup-cfg", "terraform", "terraform-version",
    "terragrunt", "terragrunt-version", "tflint-plugin", "travis", "unity3d", "velaci", "vendir",
    "woodpecker", "xcodegen", "custom.jsonata", "go", "python", "php",
    "java", "rust", "dotnet",
  ]

  /// All managers.
  static let all = others.union(served.keys)
}

/// Renovate's kinds of updates.
enum RenovateSteps {
  /// Those that are martlet's `update-types`.
  static let served = ["major", "minor", "patch"]

  /// The kinds that are also names of objects with settings.
  static let all: Set<String> = [
    "major", "minor", "patch", "pin", "pinDigest", "digest", "rollback", "bump", "replacement",
  ]
}
