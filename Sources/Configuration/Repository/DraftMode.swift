/// Whether pull requests are opened as drafts: the key `draft`.
package enum DraftMode: String, CaseIterable, Hashable, Sendable {
  /// They are ready from the start.
  case never
  /// They are drafts until their checks are green.
  case untilGreen = "until-green"
}

/// When pull requests are opened: the key `open`.
package enum OpeningMode: String, CaseIterable, Hashable, Sendable {
  /// As soon as there is an update.
  case always
  /// When the checks of their branches are green.
  case whenGreen = "when-green"
}
