/// The attributes of a gem's specification that don't concern its dependencies.
enum GemspecAttributes {
  /// Attributes whose values are skipped unevaluated: many of them run git.
  static let ignored: Set = old.union([
    "author", "authors", "bindir", "cert_chain", "date", "description", "email", "executable",
    "executables", "extensions", "extra_rdoc_files", "files", "homepage", "license", "licenses",
    "metadata", "post_install_message", "rdoc_options", "require_path", "require_paths",
    "requirements", "rubygems_version", "signing_key", "specification_version", "summary",
    "test_file", "test_files", "installed_by_version", "original_platform", "loaded_from",
  ])

  /// Attributes that newer versions of RubyGems don't have.
  static let old: Set = [
    "autorequire", "default_executable", "has_rdoc", "rubyforge_project",
    "required_rubygems_version_set",
  ]
}
