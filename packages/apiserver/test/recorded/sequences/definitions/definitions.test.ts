import { testAreas } from '../../test-areas.ts';
import { definitionAreas } from './index.ts';

testAreas(definitionAreas);
