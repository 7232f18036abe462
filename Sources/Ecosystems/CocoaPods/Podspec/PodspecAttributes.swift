/// The attributes of a podspec and the names that CocoaPods stores them by.
enum PodspecAttributes {
  /// The stored names by the other form that a podspec can use: `author` for `authors`.
  private static let singular = [
    "swift_version": "swift_versions", "author": "authors", "screenshot": "screenshots",
    "framework": "frameworks", "weak_framework": "weak_frameworks", "library": "libraries",
    "compiler_flag": "compiler_flags", "script_phase": "script_phases",
    "vendored_framework": "vendored_frameworks", "vendored_library": "vendored_libraries",
    "on_demand_resource": "on_demand_resources", "resource_bundle": "resource_bundles",
    "resource": "resources", "preserve_path": "preserve_paths",
    "default_subspec": "default_subspecs",
  ]

  /// The attributes of the pod as a whole.
  private static let ofRoot: Set = [
    "version", "swift_versions", "cocoapods_version", "authors", "social_media_url", "license",
    "homepage", "readme", "changelog", "source", "summary", "description", "screenshots",
    "documentation_url", "prepare_command", "static_framework", "deprecated",
    "deprecated_in_favor_of", "module_name", "default_subspecs",
  ]

  private static let other: Set = ["name", "platforms", "dependencies", "test_type"]

  /// The attributes that can also be set for one platform.
  private static let multiPlatform: Set = [
    "info_plist", "requires_arc", "frameworks", "weak_frameworks", "libraries", "compiler_flags",
    "pod_target_xcconfig", "user_target_xcconfig", "prefix_header_contents", "prefix_header_file",
    "header_dir", "header_mappings_dir", "script_phases", "source_files", "public_header_files",
    "project_header_files", "private_header_files", "vendored_frameworks", "vendored_libraries",
    "on_demand_resources", "resource_bundles", "resources", "exclude_files", "preserve_paths",
    "module_map", "requires_app_host", "app_host_name", "scheme", "xcconfig",
  ]

  /// The attributes that decide versions; of a spec in a repository no others are evaluated.
  static let resolving: Set = [
    "name", "version", "platforms", "dependencies", "default_subspecs", "cocoapods_version",
    "deprecated", "deprecated_in_favor_of", "homepage", "source",
  ]

  /// The attributes that a spec can also be asked for.
  private static let readers: Set = [
    "name", "version", "swift_versions", "swift_version", "cocoapods_version", "authors",
    "social_media_url", "license", "homepage", "readme", "changelog", "source", "summary",
    "description", "screenshots", "documentation_url", "prepare_command", "static_framework",
    "deprecated", "deprecated_in_favor_of", "dependencies", "info_plist", "requires_arc",
    "prefix_header_file", "module_name", "script_phases", "on_demand_resources", "module_map",
    "test_type", "scheme", "default_subspecs",
  ]

  private static let others: Set = [
    "dependency", "subspec", "test_spec", "app_spec", "ios", "osx", "macos", "tvos", "watchos",
    "visionos", "platform=",
  ]

  /// Whether a spec of CocoaPods 1.16.2 has a method for an attribute, or a setter.
  static func respond(to name: String) -> Bool {
    if readers.contains(name) || others.contains(name) { return true }
    return name.hasSuffix("=") && stored(String(name.dropLast()), forPlatform: false) != nil
  }

  /// Returns the stored name of a setter without its `=`; nil if there is no such attribute, or if it
  /// can't be set for one platform, as in `s.ios.frameworks = …`.
  static func stored(_ name: String, forPlatform: Bool) -> String? {
    let name = singular[name] ?? name
    if multiPlatform.contains(name) { return name }
    return !forPlatform && (ofRoot.contains(name) || other.contains(name)) ? name : nil
  }
}
