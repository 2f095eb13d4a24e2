package common

//
// praesent
// +kubebuilder:validation:Enum="1"
// +kubebuilder:validation:Format=date-time
type Array string

// 100%, 5 < 6 && 7 > 6; a\b
// +kubebuilder:validation:Format=uri
type Target Array
