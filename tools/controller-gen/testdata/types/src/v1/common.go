package v1

// Elsewhere is declared in another file.
type Elsewhere struct {
	Name string `json:"name"`
}
