/// Renovate's managers, data sources and categories, in martlet's words for ecosystems.
enum RenovateManagers {
  /// The ecosystems in the order of the new file.
  static let ecosystemKeys = [
    "npm", "bundler", "swift", "cocoapods", "mint", "github-actions", "docker", "docker-compose",
    "devcontainers", "pre-commit",
  ]

  /// The ecosystems that Renovate updates without being asked.
  static let usual = ecosystemKeys.filter { $0 != "pre-commit" }

  /// Managers that martlet has a word for.
  static let served: [String: [String]] = [
    "npm": ["npm"], "bundler": ["bundler"], "swift": ["swift"], "cocoapods": ["cocoapods"],
    "mint": ["mint"], "github-actions": ["github-actions"], "dockerfile": ["docker"],
    "docker": ["docker", "docker-compose", "devcontainers"],
    "docker-compose": ["docker-compose"], "devcontainer": ["devcontainers"],
    "pre-commit": ["pre-commit"],
  ]

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
    "ansible", "ansible-galaxy", "argocd", "asdf", "azure-pipelines", "bazel", "bazel-module",
    "bicep", "bitbucket-pipelines", "bitrise", "buildkite", "bun", "bun-version", "bundler-version",
    "cargo", "cdnurl", "circleci", "cloudbuild", "composer", "conan", "crossplane", "deno",
    "deps-edn", "docker-bake", "droneci", "fleet", "flux", "fvm", "git-submodules", "gitlabci",
    "gitlabci-include", "gleam", "gomod", "gradle", "gradle-wrapper", "helm-requirements",
    "helm-values", "helmfile", "helmsman", "helmv3", "hermit", "homebrew", "html", "jenkins",
    "jsonnet-bundler", "kotlin-script", "kubernetes", "kustomize", "leiningen", "maven",
    "maven-wrapper", "meteor", "mise", "mix", "nix", "nodenv", "nuget", "nvm", "ocb", "osgi",
    "pep621", "pep723", "pip_requirements", "pip_setup", "pip-compile", "pipenv", "pixi", "poetry",
    "pub", "puppet", "pyenv", "quadlet", "renovate-config-presets", "ruby-version",
    "runtime-version", "sbt", "scalafmt", "setup-cfg", "tekton", "terraform", "terraform-version",
    "terragrunt", "terragrunt-version", "tflint-plugin", "travis", "unity3d", "velaci", "vendir",
    "woodpecker", "xcodegen", "regex", "custom.regex", "custom.jsonata", "go", "python", "php",
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
