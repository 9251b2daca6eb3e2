import { CardsPage } from '#crud/CardsPage.tsx';

/** Connections to other systems, stored data and logs: `/dashboard/administration`. */
export function AdministrationPage() {
  return <CardsPage group="administration" title="administration:title" intro="administration:intro" />;
}
