export interface ShopSpec {
<<<<<<< ours
  name?: string;
=======
  names?: string[];
>>>>>>> theirs
}
