import Configuration
import Languages

extension OperatorFile {
  /// The language of reports: that of the file, or else that of the environment.
  var commandLanguage: Language { language ?? Language(of: environment) }
}
