// +groupName=types.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Text is text.
type Text string

// Number is a number.
type Number int64

// Yes is true or false.
type Yes bool

// Words are words.
type Words []Text

// Table is a map.
type Table map[string]Number

// Blob is data.
type Blob []byte

// Alias is another name for text, with markers of its own.
// +kubebuilder:validation:MinLength=1
type Alias = string

// Empty has no fields.
type Empty struct{}

// Pair has two fields.
type Pair struct {
	First  Text `json:"first"`
	Second Text `json:"second"`
}

// ShapeSpec has every shape of type that Go and TypeScript share.
type ShapeSpec struct {
	Bool  bool   `json:"bool"`  // rule: type/boolean
	Text  string `json:"text"`  // rule: type/string
	Int32 int32  `json:"int32"` // rule: type/int32
	Int64 int64  `json:"int64"` // rule: type/int64
	Bytes []byte `json:"bytes"` // rule: type/bytes

	Pointer *string `json:"pointer"` // rule: type/pointer-is-what-it-points-at

	List      []string            `json:"list"`      // rule: type/list
	ListOf    []Pair              `json:"listOf"`    // rule: type/list-of-references
	Lists     [][]int32           `json:"lists"`     // rule: type/list-of-lists
	ByteLists [][]byte            `json:"byteLists"` // rule: type/list-of-bytes
	Pointers  []*Pair             `json:"pointers"`
	ListMaps  []map[string]string `json:"listMaps"` // rule: type/list-of-maps

	Map      map[string]string            `json:"map"`      // rule: type/map
	MapOf    map[string]Pair              `json:"mapOf"`    // rule: type/map-of-references
	Maps     map[string]map[string]int32  `json:"maps"`     // rule: type/map-of-maps
	MapLists map[string][]string          `json:"mapLists"` // rule: type/map-of-lists
	MapBytes map[string][]byte            `json:"mapBytes"`
	MapBools map[string]bool              `json:"mapBools"`
	Keyed    map[Text]string              `json:"keyed"` // rule: type/map-with-declared-keys
	Deep     map[string][]map[string]Pair `json:"deep"`

	NamedText   Text      `json:"namedText"` // rule: type/declared-scalar
	NamedNumber Number    `json:"namedNumber"`
	NamedBool   Yes       `json:"namedBool"`
	NamedWords  Words     `json:"namedWords"` // rule: type/declared-list
	NamedTable  Table     `json:"namedTable"` // rule: type/declared-map
	NamedBlob   Blob      `json:"namedBlob"`
	Alias       Alias     `json:"alias"`     // rule: type/alias-of-a-scalar
	Empty       Empty     `json:"empty"`     // rule: type/object-without-fields
	Pair        Pair      `json:"pair"`      // rule: type/object
	Elsewhere   Elsewhere `json:"elsewhere"` // rule: type/declared-in-another-file

	Long    string `json:"aVeryLongNameThatNobodyWouldEverWriteOutUnlessTheyHadToAndThenOnlyOnceOrTwiceAYear"`
	Dashed  string `json:"dashed-name"` // rule: type/names-of-any-letters
	Numbers string `json:"123"`
	True    string `json:"true"`
}

// Shape shows what types become.
// +kubebuilder:object:root=true
type Shape struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShapeSpec `json:"spec"`
}
