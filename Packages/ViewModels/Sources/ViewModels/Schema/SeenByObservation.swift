#if ObservationInterop
  public import Observation

  /// What every ``ViewModel`` is: an object that the standard library's Observation knows.
  public typealias SeenByObservation = AnyObject & Observable
#else
  /// What every ``ViewModel`` is: an object.
  ///
  /// With the package trait `ObservationInterop` the standard library's Observation knows it.
  public typealias SeenByObservation = AnyObject
#endif
