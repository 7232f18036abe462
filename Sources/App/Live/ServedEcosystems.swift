import Catalog
import Ecosystem

/// The ecosystems that martlet serves.
let servedEcosystems = EcosystemCatalog.served
