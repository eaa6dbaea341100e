/** Leads from the former address of the brand library to its present one, with the search and the open brand. */
import { Redirect, useSearch } from 'wouter';
import { libraryAddress } from './addresses.ts';

export function MovedLibrary() {
  const search = useSearch();
  return <Redirect to={search ? `${libraryAddress}?${search}` : libraryAddress} replace />;
}
