package v1

// +kubebuilder:rbac:groups=a,resources=in-another-file,verbs=get

// Other is in another file.
type Other struct { // rule: comment/files-of-a-folder-together
	Name string `json:"name"`
}
