#if ObservationInterop
  public import Observation

  /// An object that the standard library's Observation knows, as every ``ViewModel`` is.
  public typealias ObservableIfAvailable = AnyObject & Observable
#else
  /// An object, as every ``ViewModel`` is.
  ///
  /// With the package trait `ObservationInterop` the standard library's Observation knows it.
  public typealias ObservableIfAvailable = AnyObject
#endif
