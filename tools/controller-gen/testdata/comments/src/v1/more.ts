// +kubebuilder:rbac:groups=a,resources=in-another-file,verbs=get

// rule: comment/files-of-a-folder-together

/** Other is in another file. */
export interface Other {
  name: string;
}
