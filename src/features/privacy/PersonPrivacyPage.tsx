import { PersonPage } from '#domain/PersonPage.tsx';
import { PersonData } from './PersonData.tsx';

/** The tab with the data about a person: `/dashboard/users/{id}/privacy`. */
export function PersonPrivacyPage() {
  return <PersonPage>{({ id }) => <PersonData id={id} />}</PersonPage>;
}
