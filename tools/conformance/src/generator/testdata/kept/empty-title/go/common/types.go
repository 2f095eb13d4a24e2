package common

// +kubebuilder:title="Title of the type"
type Item struct {

	F0 string `json:"a,omitempty"`
}
